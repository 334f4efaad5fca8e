import { type PlayerRow, searchKey } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { X } from 'lucide';
import { TargetNames } from '../actions/RunOutcome.tsx';
import { rankText } from '../data/catalogue-search.ts';
import { assign } from '../kit/assign.ts';
import { Combobox } from '../kit/Combobox.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Select } from '../kit/Select.tsx';
import { Field } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { type Composer, isForAll, type Narrowing, onlineGuilds } from './composer.ts';

/** Names that are offered, and that are listed. */
const OFFERED = 40;
const LISTED = 24;

/** The audience of a message, and the options that narrow it. */
export function Recipients(props: {
  composer: Composer;
  /** Whether those online were read already. */
  isKnown: boolean;
}) {
  const { composer, isKnown } = props;
  const text = texts.value.messages;
  const audience = composer.audience.value;
  const reached = composer.recipients.value;
  const narrow = (changes: Partial<Narrowing>) => {
    composer.narrowing.value = { ...composer.narrowing.value, ...changes };
  };
  return (
    <>
      {audience === 'players' && <Picker composer={composer} narrow={narrow} />}
      {audience === 'guild' && <GuildChoice composer={composer} narrow={narrow} />}
      <p class="faint" role="status">
        {isForAll(audience)
          ? text.reachesAll(isKnown ? composer.online.value.length : undefined)
          : isKnown && text.reaches(reached.length)}
        {audience !== 'players' && !isForAll(audience) && reached.length > 0 && (
          <>
            {': '}
            <TargetNames of={composer.targets.value} limit={LISTED} />
          </>
        )}
      </p>
    </>
  );
}

interface Part {
  composer: Composer;
  narrow: (changes: Partial<Narrowing>) => void;
}

function Picker({ composer, narrow }: Part) {
  const text = texts.value.messages;
  const typed = useSignal('');
  const { uids } = composer.narrowing.value;
  const term = searchKey(typed.value);
  const offered = composer.online.value
    .filter(({ Uid }) => !uids.includes(Uid))
    .map((player) => ({ player, score: term === '' ? 1 : rankText(searchKey(player.Name), term) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, OFFERED)
    .map(({ player }) => player);
  return (
    <>
      <Field label={text.pick}>
        <Combobox<PlayerRow>
          value={null}
          items={offered}
          text={typed.value}
          onText={(next) => assign(typed, next)}
          onChange={(player) => {
            typed.value = '';
            if (player !== null) narrow({ uids: [...uids, player.Uid] });
          }}
          keyOf={({ Uid }) => Uid}
          textOf={() => ''}
          placeholder={text.pickHint}
          empty={text.nobodyCalledSo}
        >
          {({ Name: name, Uid }) => <Name text={name} otherwise={Uid} />}
        </Combobox>
      </Field>
      {uids.length > 0 && (
        <ul class="chosen">
          {composer.recipients.value.map(({ Uid, Name: name }) => (
            <li key={Uid}>
              <button
                type="button"
                class="choice"
                aria-label={texts.value.actionFields.remove(visibleText(name) || Uid)}
                onClick={() => narrow({ uids: uids.filter((each) => each !== Uid) })}
              >
                <Name text={name} otherwise={Uid} />
                <Icon shape={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function GuildChoice({ composer, narrow }: Part) {
  const text = texts.value.messages;
  const guilds = onlineGuilds(composer.online.value);
  if (guilds.length === 0) return <p class="faint">{text.noGuild}</p>;
  return (
    <Field label={text.guild}>
      <Select
        value={composer.narrowing.value.guild}
        options={[
          { value: '', text: text.chooseGuild },
          ...guilds.map(({ id, name, head, online }) => ({
            value: id,
            text: `${visibleText(name) || text.namelessGuild(visibleText(head))} (${online})`,
          })),
        ]}
        onChange={(guild) => narrow({ guild })}
      />
    </Field>
  );
}
