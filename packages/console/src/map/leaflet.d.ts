/** The modules of Leaflet, of which the build keeps what is used; its types name the whole only. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}
