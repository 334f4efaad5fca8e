// The parts of the frame that follow its first paint, in one file: each more would cost a far browser a round trip.
export { default as ActionCommands } from './ActionCommands.tsx';
export { default as Strip } from './Strip.tsx';
export { default as UserMenu } from './UserMenu.tsx';
