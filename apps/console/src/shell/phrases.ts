import { find, getItemHolders, searchPlayers, unbanPlayer } from '@palatine/contract';
import { Gift, Package, ShieldCheck } from 'lucide';
import { type ActionId, type Draft, EMPTY_DRAFT, type Target, targetOfRow } from '../actions/action.ts';
import { ACTIONS } from '../actions/action-table.ts';
import { isOffered } from '../actions/blocked.ts';
import { openAction, playerTarget } from '../actions/dialog.ts';
import { isQueued, sentenceOf } from '../actions/sentences.ts';
import { openPalette, type PaletteSource } from '../commands/palette.ts';
import { type PaletteHit, subject } from '../commands/registry.ts';
import { type CatalogueHit, search } from '../data/catalogue.ts';
import { allRows } from '../data/rows.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { showFailure } from '../views/show-failure.ts';
import { visibleText } from '../views/visible-text.ts';

/** Complete phrases: "give 20 mega sphere zoe", "who has cake", "unban zoe". */
export const phraseSource: PaletteSource = {
  kinds: ['answer'],
  delayMs: 80,
  async find(text, { signal }) {
    const { phrases } = texts.value;
    const [given, item, banned] = [phrases.give, phrases.whoHas, phrases.unban].map((verbs) =>
      restAfter(text, verbs),
    );
    const [gifts, unbans] = await Promise.all([
      given ? giving(given, signal) : [],
      banned === undefined ? [] : unbanning(banned, signal),
    ]);
    const holders = item && may(getItemHolders) ? itemsCalled(item).map(holdersOf) : [];
    // Before all that fits by its name alone.
    return [...gifts, ...holders, ...unbans].map((answer) => ({ ...answer, kind: 'answer', score: 5 }));
  },
};

type Answer = Omit<PaletteHit, 'kind' | 'score'>;

/** The text after one of the verbs; undefined if it starts with none. */
function restAfter(text: string, verbs: string): string | undefined {
  const key = text.toLowerCase();
  const verb = verbs
    .split(', ')
    .find((begin) => key.startsWith(begin) && !/^[a-z]/.test(key.slice(begin.length)));
  return verb === undefined ? undefined : text.slice(verb.length).trim();
}

/** A match of a word or more; of less there are too many. */
const WORD = 2;

const itemsCalled = (text: string): readonly CatalogueHit[] =>
  search(text, ['Items'], 3).filter(({ score }) => score >= WORD);

function holdersOf({ id, name }: CatalogueHit): Answer {
  const run = () => navigate(hrefOf('/items', { item: id }));
  return { id: `holders ${id}`, name: texts.value.phrases.holders(name), icon: Package, run };
}

/** The words of an order in all ways to part them into an item and a player, those with the longest item first. */
function partings(words: readonly string[]): readonly { item: string; player: string }[] {
  return words.flatMap((_, at) => {
    const length = words.length - at;
    const ends = [
      { item: words.slice(0, length), player: words.slice(length) },
      { item: words.slice(at), player: words.slice(0, at) },
    ];
    return ends.map(({ item, player }) => ({ item: item.join(' '), player: player.join(' ') }));
  });
}

async function giving(order: string, signal: AbortSignal): Promise<Answer[]> {
  const { give, to, everyone } = texts.value.phrases;
  if (!isOffered(ACTIONS.giveItems, { kind: 'player', uid: '', name: '', online: true })) return [];
  const words = order.split(/\s+/).filter((word) => word !== to);
  const amount = words.find((word) => /^x?\d+x?$/i.test(word));
  const count = amount === undefined ? 1 : Number(/\d+/.exec(amount)?.[0]);
  for (const { item, player } of partings(words.filter((word) => word !== amount))) {
    const [found] = itemsCalled(item);
    if (found === undefined) continue;
    const draft = { items: [{ id: found.id, count }] };
    const fill = `${give.split(',')[0]} ${count} ${found.name} `;
    const players = player === '' ? playerOfPage() : await playersCalled(player, signal);
    return [
      ...players.map(({ id, name, note = '' }) => {
        const run = () => void openRead('giveItems', playerTarget(id, name), draft);
        return gift(draft, visibleText(name), { id: `give ${id}`, note, fill: fill + name, run });
      }),
      ...(player === '' ? [gift(draft, '…', { fill, run: () => openPalette(fill) })] : []),
      ...(isEveryone(player)
        ? [gift(draft, everyone, { run: () => void openRead('giveItems', everyoneOnline(), draft) })]
        : []),
    ];
  }
  return [];
}

/** The row of what is given, as its button says it, and when it arrives. */
function gift(draft: Pick<Draft, 'items'>, name: string, more: Partial<Answer>): Answer {
  const action = ACTIONS.giveItems;
  const target = { kind: 'player', uid: name, name, online: true } as const;
  const said = sentenceOf(action, { ...EMPTY_DRAFT, ...draft }, [target]);
  const note = isQueued(action) ? { note: texts.value.phrases.atRestart } : {};
  return { id: `give ${name}`, name: said.replaceAll(/[\u2066-\u2069]/g, ''), icon: Gift, ...more, ...note };
}

type Named = Pick<PaletteHit, 'id' | 'name' | 'note'>;

const playerOfPage = (): readonly Named[] => (subject.value?.kind === 'player' ? [subject.value] : []);

async function playersCalled(text: string, signal: AbortSignal): Promise<readonly Named[]> {
  if (!may(find)) return [];
  const { Hits } = await client().find({ query: { Text: text, Kinds: 'Player', Limit: 4 }, signal });
  return Hits.map(({ Id: id, Name: name, Note: note }) => ({ id, name, note }));
}

/** Whether nobody is named yet, or everyone online is. */
function isEveryone(player: string): boolean {
  const words = texts.value.phrases.everyoneWords.split(', ');
  return may(searchPlayers) && (player === '' || words.some((word) => word.startsWith(player)));
}

async function everyoneOnline(): Promise<readonly Target[]> {
  const rows = await allRows((page) => client().searchPlayers({ query: { Status: 'Online', ...page } }));
  return rows.map(targetOfRow);
}

/** Players whom an active ban keeps out, by name. */
async function unbanning(player: string, signal: AbortSignal): Promise<Answer[]> {
  if (!may(searchPlayers) || !may(unbanPlayer)) return [];
  const query = { Banned: true, Limit: 6, ...(player !== '' && { Find: player }) };
  const { Rows } = await client().searchPlayers({ query, signal });
  return Rows.map(targetOfRow)
    .filter((target) => isOffered(ACTIONS.unban, target))
    .map((target) => ({
      id: `unban ${target.uid}`,
      name: texts.value.actions.does.unban.button(visibleText(target.name)),
      icon: ShieldCheck,
      run: () => openAction('unban', target),
    }));
}

export async function openRead(
  id: ActionId,
  targets: Promise<Target | readonly Target[]>,
  draft?: Partial<Draft>,
): Promise<void> {
  try {
    openAction(id, await targets, draft);
  } catch (error) {
    showFailure(error);
  }
}
