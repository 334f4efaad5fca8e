// The actions as a part that is loaded after the first paint.
export { Actions as default } from '../actions/Actions.tsx';
