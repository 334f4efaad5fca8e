import { type CampRow, getCampDetails, getGuildDetails, getTrails } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { useResource } from '../../data/use-resource.ts';
import { Facts } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { GuildName } from '../../views/GuildName.tsx';
import { Name, Status, Time } from '../../views/Values.tsx';
import { isWithin, type MapState, readTrails } from '../map-state.ts';
import type { Mark } from '../marks/mark.ts';

/** The facts of a base: whose it is, who is there and has passed, and what works and lies in it. */
export function BaseFacts({ mark, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const { id, guildId = '' } = mark;
  const details = useResource(
    async (signal) =>
      may(getCampDetails) ? client().getCampDetails({ params: { base_camp_id: id }, signal }) : undefined,
    [id],
  );
  const guild = useResource(
    async (signal) =>
      may(getGuildDetails) ? client().getGuildDetails({ params: { guild_id: guildId }, signal }) : undefined,
    [guildId],
  );
  const camp = details.value.value?.Camp;
  if (camp === undefined) return null;
  const { GuildName: name, HeadName, Level, Workers, Capacity, Counts } = camp;
  const head = guild.value.value?.Guild.HeadUid;
  const storages = details.value.value?.Storages ?? [];
  const [used, max] = [sum(storages, 'Used'), sum(storages, 'Max')];
  const ailing = details.value.value?.Workers.filter(({ Condition }) => Condition !== 'Fine').length ?? 0;
  return (
    <Facts
      facts={[
        [
          text.guild,
          <Linked key="" to={`/guilds/${guildId}`} content={<GuildName id={guildId} name={name} />} />,
        ],
        [
          text.owner,
          HeadName === '' ? undefined : (
            <Linked key="" to={head && `/players/${head}`} content={<Name text={HeadName} />} />
          ),
        ],
        [text.levelFact, formatNumber(Level)],
        [text.members, <Members key="" camp={camp} members={guild.value.value?.Guild.Members} />],
        [
          text.workers,
          <span key="">
            {text.of(formatNumber(Workers), formatNumber(Capacity))}{' '}
            {ailing > 0 && <Status tone="warn">{texts.value.bases.ailing(ailing)}</Status>}
          </span>,
        ],
        [
          text.storage,
          `${text.chests(Counts.Storages)}, ${text.slots(formatNumber(used), formatNumber(max))}`,
        ],
        [text.structures, formatNumber(Counts.Buildings)],
        [text.passed, may(getTrails) ? <Passed key="" mark={mark} state={state} /> : undefined],
      ]}
    />
  );
}

function sum(storages: readonly { Used: number; Max: number }[], of: 'Used' | 'Max'): number {
  return storages.reduce((total, storage) => total + storage[of], 0);
}

function Linked({ to, content }: { to: string | undefined; content: JSX.Element }) {
  return to === undefined ? content : <a href={hrefOf(to)}>{content}</a>;
}

function Members({ camp: { Online, LastSeen }, members }: { camp: CampRow; members: number | undefined }) {
  const text = texts.value.map;
  if (Online === 0)
    return LastSeen === undefined ? (
      <>{text.nobodyOnline}</>
    ) : (
      <>
        {text.seen} <Time at={LastSeen} />
      </>
    );
  return (
    <>{text.membersOnline(formatNumber(Online), members === undefined ? undefined : formatNumber(members))}</>
  );
}

/** Players whose recorded ways of the last day lead through the base, the last one first. */
function Passed({ mark, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const trails = useResource(
    (signal) => readTrails({ to: Date.now(), player: '', range: 'day' }, signal),
    [mark.id],
  );
  const passed = (trails.value.value ?? [])
    .map(({ uid, points }) => ({ uid, atMs: points.findLast((point) => isWithin(mark, point))?.atMs ?? 0 }))
    .filter(({ atMs }) => atMs > 0)
    .sort((a, b) => b.atMs - a.atMs);
  if (trails.value.value === undefined) return null;
  if (passed.length === 0) return <>{text.nobodyPassed}</>;
  return (
    <ul class="map-passed">
      {passed.slice(0, 6).map(({ uid, atMs }) => (
        <li key={uid}>
          <a href={hrefOf(`/players/${uid}`)}>
            <Name text={state.playerOf(uid)?.name ?? ''} otherwise={text.unnamedPlayer} />
          </a>{' '}
          <Time at={new Date(atMs).toISOString()} />
        </li>
      ))}
    </ul>
  );
}
