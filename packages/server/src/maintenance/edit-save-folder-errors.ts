import { Refusal } from '@palatine/contract';
import { SaveEditError, SaveError } from '@palatine/save';
import { ConfigError } from '../data-folder/config-error.ts';

/** Runs a step on the files of a save. An error of the save becomes one for the operator, with the folder. */
export async function sayingWhere<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof SaveError)
      throw new ConfigError(`${folder}: ${cause.message}; nothing was changed`, { cause });
    if (cause instanceof SaveEditError)
      throw new ConfigError(`${cause.message}; nothing was changed`, { cause });
    throw cause;
  }
}

/** Runs a command. Its refusal becomes an error for the operator, in the words of the service. */
export function sayingRefusals<T>(command: () => T): T {
  try {
    return command();
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const { Problems: problems = [] } = cause.details;
    const further = problems.filter(({ Message }) => !cause.message.includes(Message));
    const all = further.map(({ Path, Message }) => `; ${Path}: ${Message}`).join('');
    throw new ConfigError(`${cause.code}: ${cause.message}${all}`, { cause });
  }
}
