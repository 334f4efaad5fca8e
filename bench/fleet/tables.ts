import { atMost, type Goal, short, type Table, withRange } from '../report.ts';
import { median, ratioOf } from '../statistics.ts';
import type { Baselines } from './baselines.ts';
import type { BanFigures, SizeFigures } from './measure-size.ts';
import type { RealWorldFigures } from './real-world.ts';

/** The targets are for so many worlds. */
const TARGET_WORLDS = 1000;
const MB = 1e6;

export function sizeTable(sizes: readonly SizeFigures[]): Table {
  return {
    head: [
      ...['worlds', 'connected s', 'online s', 'broker MB', 'at the end MB', 'gateway MB'],
      ...['idle broker cores', 'idle gateway cores', 'load'],
    ],
    rows: sizes.map((size) => [
      short(size.worlds),
      short(size.connectSeconds),
      short(size.onlineSeconds),
      short(size.connectedBytes / MB),
      short(size.afterBytes / MB),
      short(size.gatewayBytes / MB),
      short(size.idleBrokerCores),
      short(size.idleGatewayCores),
      short(size.loadConnected),
    ]),
  };
}

export function requestTable(sizes: readonly SizeFigures[], { natsMs, httpMs }: Baselines): Table {
  const head = ['requests', 'per second', 'answered', 'failed', 'p50 ms', 'x one', 'p99 ms'];
  return {
    head: [...head, 'broker cores', 'x bare', 'gateway cores', 'machine cores', 'load'],
    rows: sizes.flatMap(({ worlds, requests }) =>
      requests.map(({ way, perSecond, answered, failed, unanswered, p50Ms, p99Ms, ...one }) => [
        `${short(worlds)} worlds, ${way}`,
        short(perSecond),
        short(answered),
        short(failed + unanswered),
        short(p50Ms),
        short(p50Ms / (way === 'HTTP' ? httpMs : natsMs)),
        short(p99Ms),
        short(one.brokerCores),
        short(one.brokerCores / (requests[0]?.brokerCores ?? Number.NaN)),
        short(one.gatewayCores),
        short(one.machineCores),
        short(one.load),
      ]),
    ),
  };
}

export function banTable(sizes: readonly SizeFigures[]): Table {
  const row = (worlds: number, what: string, bans: BanFigures) => [
    `${short(worlds)} worlds, ${what}`,
    `${short(bans.delivered)} of ${short(bans.expected)}`,
    short(bans.repeats),
    short(bans.p50Ms),
    short(bans.p99Ms),
    short(bans.seconds),
    short(bans.load),
  ];
  return {
    head: ['bans', 'delivered', 'twice', 'p50 ms', 'p99 ms', 'all s', 'load'],
    rows: sizes.flatMap(({ worlds, oneBan, manyBans }) => [
      row(worlds, `${oneBan.bans} one by one`, oneBan),
      row(worlds, `${manyBans.bans} in a row`, manyBans),
    ]),
  };
}

export function liveSearchTable(sizes: readonly SizeFigures[], { httpMs }: Baselines): Table {
  return {
    head: ['a search that asks all worlds first', 'unanswered', 'p50 ms', 'x one', 'most ms', 'load'],
    rows: sizes.map(({ worlds, liveSearch: { unanswered, p50Ms, mostMs, load } }) => [
      `${short(worlds)} worlds`,
      short(unanswered),
      short(p50Ms),
      short(p50Ms / httpMs),
      short(mostMs),
      short(load),
    ]),
  };
}

export function realWorldTable(figures: readonly RealWorldFigures[]): Table {
  return {
    head: ['a real world, one request at a time', 'own port p50 ms', 'behind a gateway', 'ratio', 'load'],
    rows: figures.map(({ what, ownMs, behindMs, load }) => [
      what,
      short(median(ownMs)),
      short(median(behindMs)),
      withRange(ratioOf(behindMs, ownMs)),
      short(load),
    ]),
  };
}

/** The targets, of the size for which they are set. */
export function fleetGoals(sizes: readonly SizeFigures[]): Goal[] {
  return sizes.filter(({ worlds }) => worlds === TARGET_WORLDS).flatMap(goalsOf);
}

function goalsOf({ worlds, requests, oneBan, manyBans, afterBytes }: SizeFigures): Goal[] {
  const of = `${short(worlds)} worlds`;
  const alone = requests.filter(({ way }) => way === 'NATS alone');
  const fleet = requests.filter(({ way }) => way !== 'bare NATS');
  return [
    ...fleet.flatMap(({ way, perSecond, failed, unanswered, p99Ms, load }) => {
      const what = `${of}, ${short(perSecond)}/s over ${way}, load ${short(load)}`;
      return [atMost(`${what}: failed`, 0, failed + unanswered), atMost(`${what}: p99`, 50, p99Ms, ' ms')];
    }),
    ...alone.map(({ brokerCores, load }) =>
      atMost(`${of}, broker, load ${short(load)}`, 0.25, brokerCores, ' core'),
    ),
    atMost(`${of}, a ban to all, load ${short(oneBan.load)}: p99`, 300, oneBan.p99Ms, ' ms'),
    atMost(`${of}, bans not delivered or twice`, 0, lostOrTwice(oneBan) + lostOrTwice(manyBans)),
    atMost(`${of}, broker at the end`, 120, afterBytes / MB, ' MB'),
  ];
}

function lostOrTwice({ expected, delivered, repeats }: BanFigures): number {
  return expected - delivered + repeats;
}
