export { between, pick, seededIds, seededRandom } from '../state/random.ts';
export * from './any-command.ts';
export * from './archive-files.ts';
export * from './grant-builder.ts';
export * from './published-templates.ts';
export * from './run-command.ts';
export * from './save-builder.ts';
export * from './save-to-change.ts';
export * from './world-builder.ts';
