export { type DemoOptions, makeDemoWorld } from './make-demo-world.ts';
export { type DemoSizes, fullDemoSizes, parseDemoSizes } from './sizes.ts';
