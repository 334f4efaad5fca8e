export * from './any-world.ts';
export * from './crafted-files.ts';
export * from './damaged-save.ts';
export * from './sample-world.ts';
export * from './save-builder.ts';
export * from './shared-saves.ts';
export * from './temporary-folder.ts';
