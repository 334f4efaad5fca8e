import type { Guid, PlayersReply } from '@palatine/contract';
import { DerivedFacts } from '../state/derived-facts.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, PlayerLocation, Session } from '../state/model.ts';
import type { Index } from '../state/table.ts';
import type { Parts } from './at-one-moment.ts';
import { FieldsAsJson, type Fragment, type ListInFragments } from './list-in-fragments.ts';
import { perWorld } from './per-world.ts';
import {
  locationFields,
  type PlayerRecords,
  playerRecords,
  playersMeta,
  profileFields,
} from './player-entry.ts';
import { assertPlayersLoaded } from './players.ts';

const PLAYERS_PER_PART = 1000;

/** The reply of `getPlayers` in fragments, of the moment in which the last part ends. */
export function* playerListParts(game: GameContext): Parts<ListInFragments> {
  assertPlayersLoaded(game);
  const entries = entriesOf(game);
  yield* entries.refreshInParts(PLAYERS_PER_PART);
  const fragments = [...entries.values()];
  const outline: PlayersReply = { Meta: playersMeta(fragments), Players: [] };
  return { outline, fragments, perPart: PLAYERS_PER_PART };
}

/** The entries follow the tables of their world from the first list on. */
const entriesOf = perWorld(({ world }: GameContext) => {
  const byUid = ({ uid }: { readonly uid: Guid }) => uid;
  /** Of whom more than the location may have changed; most changes are moves. */
  const changed = new Set<Guid>();
  const entries = new DerivedFacts<Account, EntryAsJson>(world.accounts, byUid, (account, former) => {
    const { uid } = account;
    const kept = changed.delete(uid) ? undefined : former?.profile;
    return new EntryAsJson(kept ?? new Profile(playerRecords(world, account)), world.locations.get(uid));
  });
  const touch = ({ uid }: { readonly uid: Guid }) => {
    changed.add(uid);
    entries.touch(uid);
  };
  world.accounts.follow(touching(touch));
  world.sessions.follow(touching(touch));
  world.guilds.follow(touching(({ members }) => members.forEach(touch)));
  world.locations.follow({ changed: (before, after) => entries.touch((after ?? before)?.uid) });
  return entries;
});

/** Touches what belongs to a record before and after a change. */
function touching<T extends object>(touch: (record: T) => void): Index<T> {
  return {
    changed(before, after) {
      if (before !== undefined) touch(before);
      if (after !== undefined) touch(after);
    },
  };
}

/** What an entry says of a player wherever they are. */
class Profile extends FieldsAsJson {
  readonly session: Session | undefined;

  constructor(records: PlayerRecords) {
    super(() => profileFields(records));
    this.session = records.session;
  }
}

class EntryAsJson implements Fragment {
  readonly profile: Profile;
  readonly #location: PlayerLocation | undefined;
  #json: string | undefined;

  constructor(profile: Profile, location: PlayerLocation | undefined) {
    this.profile = profile;
    this.#location = location;
  }

  get session(): Session | undefined {
    return this.profile.session;
  }

  get json(): string {
    if (this.#json === undefined) {
      const location = JSON.stringify(locationFields(this.#location)).slice(1);
      this.#json = `{${this.profile.json},${location}`;
    }
    return this.#json;
  }

  /** A location is all ASCII. */
  get byteLength(): number {
    return this.json.length - this.profile.json.length + this.profile.byteLength;
  }
}
