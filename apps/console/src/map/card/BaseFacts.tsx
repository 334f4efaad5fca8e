import { type CampRow, getCampDetails, getGuildDetails, getTrails } from '@palatine/contract';
import { formatNumber } from '../../data/format.ts';
import { useResource } from '../../data/use-resource.ts';
import { Facts } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { GuildName } from '../../views/GuildName.tsx';
import { Name, NameLink, Status, Time } from '../../views/Values.tsx';
import type { MapState } from '../map-state.ts';
import type { Mark } from '../marks/mark.ts';
import { readTrails } from '../past/read-past.ts';

/** The facts of a base: whose it is, who is there and has passed, and what works and lies in it. */
export function BaseFacts({ mark, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const { id, guildId = '' } = mark;
  const details = useResource(
    async (signal) => (may(getCampDetails) ? state.readCamp(id, signal) : undefined),
    [id],
  );
  const guild = useResource(
    async (signal) =>
      may(getGuildDetails) ? client().getGuildDetails({ params: { guild_id: guildId }, signal }) : undefined,
    [guildId],
  );
  if (details.value.value === undefined) return null;
  const { Camp: camp, Storages, Workers: workers } = details.value.value;
  const { GuildName: name, HeadName, Level, Workers, Capacity, Counts } = camp;
  const { HeadUid: head = '', Members: members } = guild.value.value?.Guild ?? {};
  const sum = (of: 'Used' | 'Max') =>
    formatNumber(Storages.reduce((total, storage) => total + storage[of], 0));
  const ailing = workers.filter(({ Condition }) => Condition !== 'Fine').length;
  return (
    <Facts
      facts={[
        [
          text.guild,
          <a key="" href={hrefOf(`/guilds/${guildId}`)}>
            <GuildName id={guildId} name={name} />
          </a>,
        ],
        [text.owner, HeadName === '' ? undefined : <Owner key="" uid={head} name={HeadName} />],
        [text.levelFact, formatNumber(Level)],
        [text.members, <Members key="" camp={camp} members={members} />],
        [
          text.workers,
          <span key="">
            {text.of(formatNumber(Workers), formatNumber(Capacity))}{' '}
            {ailing > 0 && <Status tone="warn">{texts.value.bases.ailing(ailing)}</Status>}
          </span>,
        ],
        [text.storage, `${text.chests(Counts.Storages)}, ${text.slots(sum('Used'), sum('Max'))}`],
        [text.structures, formatNumber(Counts.Buildings)],
        [text.passed, may(getTrails) ? <Passed key="" mark={mark} state={state} /> : undefined],
      ]}
    />
  );
}

function Owner({ uid, name }: { uid: string; name: string }) {
  return uid === '' ? <Name text={name} /> : <NameLink href={hrefOf(`/players/${uid}`)} text={name} />;
}

function Members({ camp: { Online, LastSeen }, members }: { camp: CampRow; members: number | undefined }) {
  const text = texts.value.map;
  if (Online > 0) {
    const all = members === undefined ? undefined : formatNumber(members);
    return <span>{text.membersOnline(formatNumber(Online), all)}</span>;
  }
  if (LastSeen === undefined) return <span>{text.nobodyOnline}</span>;
  return (
    <>
      {text.seen} <Time at={LastSeen} />
    </>
  );
}

const MAX_PASSED = 6;

/** Players whose recorded ways of the last day lead through the base, the last one first. */
function Passed({ mark: { id, x, y, areaCm = 0 }, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const trails = useResource(
    (signal) => readTrails({ to: Date.now(), player: '', range: 'day' }, signal),
    [id],
  );
  if (trails.value.value === undefined) return null;
  const passed = trails.value.value
    .map(({ uid, points }) => ({
      uid,
      atMs: points.findLast((point) => Math.hypot(point.x - x, point.y - y) <= areaCm)?.atMs ?? 0,
    }))
    .filter(({ atMs }) => atMs > 0)
    .sort((a, b) => b.atMs - a.atMs);
  if (passed.length === 0) return <span>{text.nobodyPassed}</span>;
  return (
    <ul class="stack tight">
      {passed.slice(0, MAX_PASSED).map(({ uid, atMs }) => (
        <li key={uid}>
          <NameLink
            href={hrefOf(`/players/${uid}`)}
            text={state.playerOf(uid)?.name ?? ''}
            otherwise={text.unnamedPlayer}
          />{' '}
          <Time at={atMs} />
        </li>
      ))}
    </ul>
  );
}
