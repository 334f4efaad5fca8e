import { PalatineError } from '@palatine/client';
import { type AuditEntry, getAudit, getPlayerDetails } from '@palatine/contract';
import { useResource } from '../data/use-resource.ts';
import { Facts } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { CopyId, Name, Time } from '../views/Values.tsx';
import type { BanRow, Issued } from './ban-list.ts';

/** Audit entries that are looked at. */
const ENTRIES = 100;

/** A ban with its player, and every ban and lifting before. */
export function BanHistory({ ban }: { ban: BanRow }) {
  const text = texts.value.bans;
  const { kind, subject, by, lifted } = ban;
  return (
    <div class="ban-history">
      <Facts
        facts={[
          [text.columns.who, <CopyId key="id" id={subject} what={subject} />],
          [text.columns.state, ban.active ? text.active : text.lifted],
          [text.columns.given, <Given key="given" issued={by} />],
          [text.columns.reason, <Name key="reason" text={by.reason} otherwise="–" />],
          [text.columns.lifted, lifted && <Given key="lifted" issued={lifted} />],
          [
            `${text.columns.lifted}: ${text.columns.reason}`,
            lifted && <Name text={lifted.reason} otherwise="–" />,
          ],
        ]}
      />
      {kind === 'user' && may(getPlayerDetails) && <Player userId={subject} />}
      {may(getAudit) && <Attempts ban={ban} />}
    </div>
  );
}

function Given({ issued }: { issued: Issued }) {
  const text = texts.value.bans;
  return (
    <span>
      <Time at={issued.atMs} as="moment" /> · <Issuer issued={issued} />
      {issued.ip !== '' && (
        <>
          {' '}
          {text.fromAddress} <code>{issued.ip}</code>
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
    <AsyncView resource={player} rows={1}>
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

function Attempts({ ban: { kind, subject } }: { ban: BanRow }) {
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
      <AsyncView resource={entries} empty={text.noAttempts} rows={3}>
        {(attempts) => (
          <ul class="ban-attempts">
            {attempts.map((entry) => (
              <Attempt key={entry.Id} entry={entry} />
            ))}
          </ul>
        )}
      </AsyncView>
    </section>
  );
}

function Attempt({ entry: { Time: at, Token, Route, Outcome, Reason } }: { entry: AuditEntry }) {
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
export function Issuer({ issued: { type, name } }: { issued: Issued }) {
  return <Name text={texts.value.bans.issuer(type, name)} />;
}
