/** The parts of Leaflet that are used. Its types name the whole only, which is three times as large. */
declare module 'leaflet/src/map/Map.js' {
  export { Map } from 'leaflet';
}
declare module 'leaflet/src/geo/crs/CRS.Simple.js' {
  export const Simple: import('leaflet').CRS;
}
declare module 'leaflet/src/geometry/Transformation.js' {
  export { Transformation } from 'leaflet';
}
// Each of these adds something to every map: a gesture, or what its constructor needs.
declare module 'leaflet/src/layer/Layer.js';
declare module 'leaflet/src/map/handler/Map.BoxZoom.js';
declare module 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
declare module 'leaflet/src/map/handler/Map.Drag.js';
declare module 'leaflet/src/map/handler/Map.ScrollWheelZoom.js';
declare module 'leaflet/src/map/handler/Map.TapHold.js';
declare module 'leaflet/src/map/handler/Map.TouchZoom.js';
