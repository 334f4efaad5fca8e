export * from './any-world.ts';
export * from './made-world.ts';
export * from './shared-saves.ts';
export * from './temporary-folder.ts';
