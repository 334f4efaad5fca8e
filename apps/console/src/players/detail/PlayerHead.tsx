import type { PlayerDetails } from '@palatine/contract';
import { Ellipsis } from 'lucide';
import { actionGroups, playerActionKeys } from '../../actions/action-menu.ts';
import { useCommands } from '../../commands/registry.ts';
import { formatNumber } from '../../data/format.ts';
import { PlayerSeal } from '../../glyphs/Seals.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';
import { CopyId, Masked } from '../../views/CopyId.tsx';
import { LookAlikeMark, Name, Status, Time } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';
import { Platform, PlayerGuild } from '../player-columns.tsx';
import { playerMenu, playerTarget } from '../player-menu.ts';
import { ActionButton } from './ActionButton.tsx';

export function PlayerHead({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const list = texts.value.players;
  const { Player, FormerNames, Ban } = details;
  const { Uid, UserId, IP, Name: name, Level } = Player;
  const target = playerTarget(Player);
  const label = visibleText(name) || Uid;
  useCommands(
    playerActionKeys().map(({ id, text: actionText, keys, run }) => ({
      id: `player.${id}`,
      text: actionText,
      group: 'page',
      keys,
      listed: false, // the palette has the action itself
      run: () => run([target]),
    })),
  );
  return (
    <header class="player-head">
      <PlayerSeal uid={Uid} name={name} size={44} />
      <div class="player-who">
        <h2>
          <Name text={name} /> <Platform name={Player.Platform} /> <LookAlikeMark name={name} />
        </h2>
        <p class="player-line">
          {Player.Online ? (
            <Status tone="ok">{list.online}</Status>
          ) : (
            <Status tone="off">{list.offline}</Status>
          )}
          <span class="quiet">
            <Time at={Player.Online ? Player.Since : Player.LastSeen} />
          </span>
          {Level !== undefined && <span>{list.level(formatNumber(Level))}</span>}
          {Player.GuildId === undefined ? (
            <span class="faint">{list.noGuild}</span>
          ) : (
            <a href={hrefOf(`/guilds/${Player.GuildId}`)}>
              <PlayerGuild row={Player} />
            </a>
          )}
        </p>
        {FormerNames.length > 0 && (
          <p class="faint former-names">
            {text.formerly}{' '}
            {FormerNames.map((former, at) => (
              <span key={former.Until}>
                {at > 0 && ', '}
                <Name text={former.Name} />
              </span>
            ))}
          </p>
        )}
        <p class="player-line player-ids">
          <CopyId id={Uid} what={text.uidOf(label)} />
          {UserId !== undefined && (
            <span>
              <span class="faint">{list.columns.userId}</span>{' '}
              <Masked text={UserId} what={text.userIdOf(label)} />
            </span>
          )}
          {IP !== undefined && (
            <span>
              <span class="faint">{list.columns.address}</span>{' '}
              <Masked text={IP} what={text.addressOf(label)} />
            </span>
          )}
        </p>
        {Ban !== undefined && (
          <p class="player-ban">
            {text.banned[Ban.Kind]}, {text.bannedBy} <Name text={Ban.By} />, <Time at={Ban.At} />
            {Ban.Reason !== '' && (
              <>
                {': '}
                <Name text={Ban.Reason} />
              </>
            )}
          </p>
        )}
      </div>
      <div class="player-actions">
        <ActionButton action="message" target={target} text={text.message} />
        <ActionButton action="giveItems" target={target} text={text.give} kind="primary" />
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} kind="plain" label={list.actionsOf(label)} />}
          groups={[
            ...actionGroups([target], ['message', 'giveItems']),
            ...playerMenu(Player, list).map((group) => ({
              ...group,
              items: group.items.filter(({ id }) => id !== 'open'),
            })),
          ]}
        />
      </div>
    </header>
  );
}
