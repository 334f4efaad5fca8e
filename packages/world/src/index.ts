export * from './catalogue/index.ts';
export * from './model.ts';
export * from './table.ts';
export * from './world.ts';
