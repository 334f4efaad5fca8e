// Lazy parts of the frame in one chunk: separate files would each cost a round trip.
export { default as ActionCommands } from './ActionCommands.tsx';
export { default as Strip } from './Strip.tsx';
export { default as UserMenu } from './UserMenu.tsx';
