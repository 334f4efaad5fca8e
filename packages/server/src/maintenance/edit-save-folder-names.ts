import type { RecordDifference } from '@palatine/save';
import { namesOf, type WorldRecords } from '@palatine/world';

/** A record that differs, and what it is in the world. */
export interface NamedRecord extends RecordDifference {
  /** Such as `Items of Zoe` or `Anubis of Zoe`; '' where an id says all there is. */
  readonly what: string;
}

/** Names the records that an edit changed by the worlds before and after it. */
export function namedRecords(
  records: readonly RecordDifference[],
  before: WorldRecords,
  after: WorldRecords,
): NamedRecord[] {
  const names = namesOf(after, before);
  const boxes = new Map<string, string>();
  for (const { uid, team, palbox } of [...before.players.values(), ...after.players.values()]) {
    boxes.set(team.containerId, `team of ${names.player(uid)}`);
    boxes.set(palbox.containerId, `Palbox of ${names.player(uid)}`);
  }
  const nameOf = ({ section, id, file }: RecordDifference): string => {
    const pick = <T>(table: (records: WorldRecords) => ReadonlyMap<string, T>) =>
      table(after).get(id) ?? table(before).get(id);
    const character = pick(({ characters }) => characters);
    const guild = pick(({ guilds }) => guilds);
    const camp = pick(({ camps }) => camps);
    if (section === 'ItemContainerSaveData') return names.container(id);
    if (section === 'CharacterContainerSaveData') return boxes.get(id) ?? '';
    if (character !== undefined) return names.character(character);
    if (guild !== undefined) return names.guild(guild);
    if (camp !== undefined) return names.camp(camp);
    return /^Players\//.test(file) ? playerOf(file) : '';
  };
  const playerOf = (file: string) => {
    const uid = [...after.players.keys()].find((one) => file.includes(one.replaceAll('-', '')));
    return uid === undefined ? '' : `file of ${names.player(uid)}`;
  };
  return records.map((record) => ({ ...record, what: nameOf(record) }));
}
