// The parts of the overview that come after its frame, in one file: each more would cost a far browser a round trip.
export { EventFeed } from '../events/EventLine.tsx';
export { default as PresenceStrip } from '../presence/PresenceStrip.tsx';
export { default as LiveMap } from './LiveMap.tsx';
export { default as OnlineList } from './OnlineList.tsx';
