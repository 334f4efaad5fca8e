import { useCommands } from '../commands/use-commands.ts';
import { actionCommands } from './action-commands.ts';

/** Offers every action to the palette and the keys. It shows nothing. */
export default function ActionCommands(): null {
  useCommands(actionCommands());
  return null;
}
