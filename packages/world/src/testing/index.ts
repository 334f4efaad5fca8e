export { between, pick, seededRandom } from '../state/random.ts';
export * from './grant-builder.ts';
export * from './published-templates.ts';
export * from './run-command.ts';
export * from './save-builder.ts';
export * from './world-builder.ts';
