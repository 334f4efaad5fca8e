// Lazy parts of the overview in one chunk: separate files would each cost a round trip.
export { EventFeed } from '../events/EventLine.tsx';
export { default as PresenceStrip } from '../presence/PresenceStrip.tsx';
export { default as LiveMap } from './LiveMap.tsx';
export { default as OnlineList } from './OnlineList.tsx';
