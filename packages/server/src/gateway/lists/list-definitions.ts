import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import {
  type Adoption,
  BUCKETS,
  definitionKey,
  type HybridClock,
  isListName,
  type ListDefinition,
  type ListKind,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { ListCopy, ListValue } from '../../fleet/lists/list-copy.ts';
import type { ReplicatedBucket } from '../replicated-bucket.ts';

/** What a list is to be; what is absent stays as it is. */
export interface ListSettings {
  readonly Kind?: ListKind | undefined;
  readonly Title?: string | undefined;
  readonly Adopt?: Adoption | undefined;
  readonly LocalUnban?: boolean | undefined;
}

export interface ListDefinitionsOptions {
  readonly connection: NatsConnection;
  readonly copy: ListCopy;
  readonly bucket: ReplicatedBucket<ListValue>;
  readonly stamps: HybridClock;
  readonly log: Logger;
}

const NEW_LIST: Pick<ListDefinition, 'Kind' | 'Title' | 'Adopt' | 'LocalUnban'> = {
  Kind: 'Ban',
  Title: '',
  Adopt: 'Ignore',
  LocalUnban: true,
};

/** What the shared lists are. */
export class ListDefinitions {
  readonly #options: ListDefinitionsOptions;

  constructor(options: ListDefinitionsOptions) {
    this.#options = options;
  }

  /** Throws LIST_NOT_FOUND. */
  get(list: string): ListDefinition {
    const definition = this.#options.copy.definition(list);
    if (definition?.Active === true) return definition;
    throw new Refusal('LIST_NOT_FOUND', `the fleet has no shared list called ${list}`);
  }

  /** Makes a list, or changes what it is. Throws VALIDATION_FAILED for a name that is none, and for another kind. */
  async put(list: string, settings: ListSettings, by: string): Promise<ListDefinition> {
    if (!isListName(list)) {
      throw new Refusal(
        'VALIDATION_FAILED',
        'a list has a name of 1 to 32 of the characters a to z, 0 to 9 and -',
      );
    }
    const { bucket, stamps } = this.#options;
    const definition = await bucket.write<ListDefinition>(definitionKey(list), (stored) => {
      const before = stored?.Active === true ? stored : undefined;
      const { Kind, Title, Adopt, LocalUnban } = { ...NEW_LIST, ...before, ...given(settings) };
      if (before !== undefined && before.Kind !== Kind) {
        throw new Refusal('VALIDATION_FAILED', `${list} is a list of kind ${before.Kind}, and stays one`);
      }
      const t = stamps.next(stored?.t);
      return { Kind, Title, Adopt, LocalUnban, Active: true, ChangedBy: by, Since: before?.Since ?? t, t };
    });
    return definition as ListDefinition; // it was just made
  }

  /** Throws LIST_NOT_FOUND. */
  async delete(list: string, by: string): Promise<void> {
    this.get(list);
    const { connection, bucket, stamps, log } = this.#options;
    await bucket.write<ListDefinition>(definitionKey(list), (stored) =>
      stored?.Active === true
        ? { ...stored, Active: false, ChangedBy: by, t: stamps.next(stored.t) }
        : undefined,
    );
    // Best effort: entries of a list that was deleted count nowhere.
    await purgeEntries(connection, list).catch((error: unknown) => {
      log.warn({ err: error, list }, 'entries of a deleted list are still in the broker');
    });
  }
}

/** Only what the settings name. */
function given({ Kind, Title, Adopt, LocalUnban }: ListSettings) {
  return {
    ...(Kind !== undefined && { Kind }),
    ...(Title !== undefined && { Title }),
    ...(Adopt !== undefined && { Adopt }),
    ...(LocalUnban !== undefined && { LocalUnban }),
  };
}

/** Removes the entries of a list from the bucket, at once and for all. What its definition says stays. */
async function purgeEntries(connection: NatsConnection, list: string): Promise<void> {
  const { name } = BUCKETS.lists;
  const manager = await jetstreamManager(connection, { checkAPI: false });
  for (const kind of ['u', 'ip'])
    await manager.streams.purge(`KV_${name}`, { filter: `$KV.${name}.${list}.${kind}.>` });
}
