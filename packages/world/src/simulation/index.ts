export { forgetIdentities, inventIdentities, steadyAddress } from './identities.ts';
export { simulateLogIn } from './log-in.ts';
export { type Simulation, type SimulationOptions, startSimulation } from './simulation.ts';
