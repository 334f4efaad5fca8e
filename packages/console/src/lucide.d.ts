/** Single icons, which the package's own types do not name. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const shape: import('./kit/Icon.tsx').IconShape;
  export default shape;
}
