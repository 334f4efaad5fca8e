export { forgetIdentities, inventIdentities, steadyAddress } from './identities.ts';
export { logIn, logOut } from './log-in.ts';
export { type Simulation, type SimulationOptions, startSimulation } from './simulation.ts';
