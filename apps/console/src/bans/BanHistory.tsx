import { PalatineError } from '@palatine/client';
import { type AuditEntry, getAudit, getPlayerDetails } from '@palatine/contract';
import { useResource } from '../data/use-resource.ts';
import { Facts } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { CopyId } from '../views/CopyId.tsx';
import { Name, Time } from '../views/Values.tsx';
import type { BanRow, Issued } from './ban-list.ts';

/** Audit entries that are looked at. */
const ENTRIES = 100;

/** A ban with its player, and every ban and lifting before. */
export function BanHistory({ of: row }: { of: BanRow }) {
  const text = texts.value.bans;
  const { kind, subject, by, lifted } = row;
  return (
    <div class="ban-history">
      <Facts
        of={[
          [text.columns.who, <CopyId key="id" id={subject} what={subject} />],
          [text.columns.state, row.active ? text.active : text.lifted],
          [text.columns.given, <Given key="given" of={by} />],
          [text.columns.reason, <Name key="reason" text={by.reason} otherwise="–" />],
          [text.columns.lifted, lifted && <Given key="lifted" of={lifted} />],
          [
            `${text.columns.lifted}: ${text.columns.reason}`,
            lifted && <Name text={lifted.reason} otherwise="–" />,
          ],
        ]}
      />
      {kind === 'user' && may(getPlayerDetails) && <Player userId={subject} />}
      {may(getAudit) && <Attempts of={row} />}
    </div>
  );
}

function Given({ of }: { of: Issued }) {
  const text = texts.value.bans;
  return (
    <span>
      <Time at={of.atMs} as="moment" /> · <Issuer of={of} />
      {of.ip !== '' && (
        <>
          {' '}
          {text.fromAddress} <code>{of.ip}</code>
        </>
      )}
    </span>
  );
}

function Player({ userId }: { userId: string }) {
  const text = texts.value.bans;
  const player = useResource(
    (signal) =>
      client()
        .getPlayerDetails({ params: { uid: userId }, signal })
        .catch((error: unknown) => {
          if (error instanceof PalatineError && error.code === 'PLAYER_NOT_FOUND') return null;
          throw error;
        }),
    [userId],
  );
  return (
    <AsyncView of={player} rows={1}>
      {(details) =>
        details === null ? (
          <p class="faint">{text.unknownUser}</p>
        ) : (
          <p>
            <a href={hrefOf(`/players/${details.Player.Uid}`)}>
              {text.openPlayer}: <Name text={details.Player.Name} />
            </a>
          </p>
        )
      }
    </AsyncView>
  );
}

function Attempts({ of: { kind, subject } }: { of: BanRow }) {
  const text = texts.value.bans;
  const entries = useResource(
    async (signal) => {
      const who = kind === 'user' ? { Player: subject } : { Target: subject };
      const { Entries } = await client().getAudit({ query: { ...who, Limit: ENTRIES }, signal });
      return Entries.filter(({ Route }) => /\/(un)?ban(ip)?\//.test(Route));
    },
    [kind, subject],
  );
  return (
    <section>
      <h3>{text.attempts}</h3>
      <AsyncView of={entries} empty={text.noAttempts} rows={3}>
        {(attempts) => (
          <ul class="ban-attempts">
            {attempts.map((entry) => (
              <Attempt key={entry.Id} of={entry} />
            ))}
          </ul>
        )}
      </AsyncView>
    </section>
  );
}

function Attempt({ of: { Time: at, Token, Route, Outcome, Reason } }: { of: AuditEntry }) {
  const text = texts.value.bans;
  const words = Route.includes('/unban') ? text.liftedBy(Token) : text.given(Token);
  return (
    <li>
      <Time at={at} as="moment" /> <Name text={words} />
      {Outcome !== 'OK' && <span class="faint"> {text.refused(Outcome)}</span>}
      {Reason !== '' && (
        <p class="faint">
          <Name text={Reason} />
        </p>
      )}
    </li>
  );
}

/** The issuer of a ban: a token, a player or the system. */
export function Issuer({ of: { type, name } }: { of: Issued }) {
  return <Name text={texts.value.bans.issuer(type, name)} />;
}
