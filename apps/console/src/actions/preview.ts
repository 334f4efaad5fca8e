import { PalatineError } from '@palatine/client';
import { getServer, getTechnologies, PLAYERS_READ, PLAYERS_READ_PRIVATE, SCORES } from '@palatine/contract';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatDuration, formatNumber } from '../data/format.ts';
import { isStoppedByHand } from '../data/world-now.ts';
import { client, may, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import {
  type Action,
  type Consequence,
  type Draft,
  identifierOf,
  isolated,
  type Target,
  targetId,
} from './action.ts';
import { firstOf, isGift, isQueued, MANY_BANS } from './sentences.ts';

// Previews of actions, read from the service. Nothing here changes anything.

/** Names that a consequence lists. */
const NAMES = 8;

const listed = (names: readonly string[]) =>
  firstOf(
    names.map((name) => isolated(visibleText(name))),
    NAMES,
  );

/** The consequences that an action always has with what is filled in. */
export function knownConsequences(action: Action, draft: Draft, targets: readonly Target[]): Consequence[] {
  const { outcomes } = texts.value;
  const consequences: Consequence[] = [];
  const add = (text: string, tone: Consequence['tone'] = 'plain') => consequences.push({ text, tone });
  if (action.id === 'kick') add(outcomes.kickPlayer);
  if (action.id === 'ban' && targets.length > MANY_BANS) add(outcomes.banMany(targets.length), 'danger');
  if (action.id === 'banAddress') add(outcomes.banAddress, 'warn');
  if (action.id === 'unban') add(outcomes.unbanKeepsAddress);
  if (action.id === 'forget') add(draft.everything ? outcomes.forgetAll : outcomes.forgetPoints, 'warn');
  if (action.id === 'alert' && sessionFacts.value?.World.Kind === 'Attached') {
    add(outcomes.alertImpossible, 'warn');
  }
  if (action.id === 'reloadConfig') add(outcomes.reload);
  if (action.id === 'cancelDelivery') add(outcomes.cancelDelivery, 'warn');
  if (action.route === 'startMaintenance' && isStoppedByHand()) {
    const seconds = draft.countdownSeconds ?? 0;
    if (seconds > 0) add(outcomes.countdownByHand(formatDuration(seconds * 1000)));
    else add(outcomes.noWarningByHand, 'warn');
    add(outcomes.stoppedByHand, 'warn');
  }
  if (action.id === 'restoreBackup') add(outcomes.restoreBackup, 'danger');
  if (action.id === 'restoreBase') add(outcomes.restoreBase);
  if (targets[0]?.kind === 'file') add(outcomes.restoreFile);
  if (!isQueued(action) && (isGift(action) || action.targets.includes('place')))
    add(texts.value.undo.because.none);
  return consequences;
}

type Preview = NonNullable<Action['preview']>;

/** Whether a ban disconnects a player, who else plays from the address, and which bases would be left without a member. */
export const previewBan: Preview = async (target, signal) => {
  const { outcomes } = texts.value;
  const preview = await client()
    .getBanPreview({ params: { uid: identifierOf(target) }, signal })
    .catch(unlessUnknown);
  if (preview === undefined) return [{ text: outcomes.banUnknown }];
  const { Online, UserIdKnown, Banned, SameAddress, CampsLeft } = preview;
  const others = listed(SameAddress.map(({ Name, Uid }) => Name || Uid));
  return [
    { text: Online ? outcomes.banNow : outcomes.banLater },
    ...(UserIdKnown ? [] : [{ text: outcomes.banPending, tone: 'warn' as const }]),
    ...(Banned ? [{ text: outcomes.bannedAlready(visibleText(Banned.Reason)), tone: 'warn' as const }] : []),
    SameAddress.length === 0
      ? { text: outcomes.addressNotShared }
      : { text: outcomes.sameAddress(SameAddress.length, others), tone: 'warn' },
    ...(CampsLeft.length === 0 ? [] : [{ text: outcomes.campsLeft(CampsLeft.length) }]),
  ];
};

/** A UserId that the world has never seen can be banned all the same. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof PalatineError && error.code === 'PLAYER_NOT_FOUND') return undefined;
  throw error;
}

export const previewAddressBan: Preview = async (target, signal) => {
  if (!may({ permission: PLAYERS_READ }) || !may({ permission: PLAYERS_READ_PRIVATE })) return [];
  const { outcomes } = texts.value;
  const { Hits } = await client().find({ query: { Text: targetId(target), Kinds: 'Player' }, signal });
  const players = Hits.filter(({ Score }) => Score === SCORES.whole);
  if (players.length === 0) return [{ text: outcomes.noPlayersFromThere }];
  const names = listed(players.map(({ Name, Id }) => Name || Id));
  return [{ text: outcomes.playedFromThere(players.length, names), tone: 'warn' }];
};

export const previewDeletion: Preview = async (target, signal) => {
  const { outcomes, actions } = texts.value;
  const preview = await client().previewBaseDeletion({ params: { base_camp_id: targetId(target) }, signal });
  const { Deleted, TopItems, Pals, GuildLeftWith, Obstacle } = preview;
  return [
    ...(Obstacle === '' ? [] : [{ text: outcomes.obstacle(Obstacle), tone: 'danger' as const }]),
    {
      text: outcomes.deletion(Deleted.Buildings, Deleted.StorageContainers, Deleted.ItemStacks),
      tone: 'danger',
      details: TopItems.map(({ ItemID: id, Count }) =>
        actions.amount(formatNumber(Count), nameOf('Items', id)),
      ),
    },
    {
      text: outcomes.deletedWorkers(Deleted.BaseCampPals),
      ...(Deleted.BaseCampPals > 0 && { tone: 'danger' as const }),
      details: Pals.map(({ PalID, Nickname, Level }) =>
        actions.atLevel(Nickname === '' ? palName(PalID) : visibleText(Nickname), formatNumber(Level)),
      ),
    },
    ...(Deleted.DropItems === 0 ? [] : [{ text: outcomes.deletedDrops(Deleted.DropItems) }]),
    { text: outcomes.guildLeftWith(GuildLeftWith) },
    { text: sessionFacts.value?.World.Kind === 'Attached' ? outcomes.archivedBeside : outcomes.archived },
  ];
};

export const previewStop: Preview = async (_target, signal) => {
  if (!may(getServer)) return [];
  const { outcomes } = texts.value;
  const { Control, Roster } = await client().getServer({ signal });
  const online = Roster.Players.length;
  // By hand players are told only of a countdown that is filled in: `knownConsequences` says it.
  const text = Control.Kind === 'Somebody' ? outcomes.online(online) : outcomes.stopsServer(online);
  return [{ text, tone: online === 0 ? 'plain' : 'warn' }];
};

export const previewForgetting: Preview = async (target, signal) => {
  if (!may(getTechnologies)) return [];
  const params = { player_identifier: identifierOf(target) };
  const { Meta } = await client().getTechnologies({ params, signal });
  return [{ text: texts.value.outcomes.knows(Meta.UnlockedCount) }];
};
