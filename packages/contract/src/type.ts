// TypeBox, with what the shapes of routes have in common. A builder in lower case takes what the value means:
// `Type.Text`, `Type.text('Name of the token')`.
export * from 'typebox';
export * from './lists.ts';
export * from './request-shapes.ts';
export * from './shapes.ts';
