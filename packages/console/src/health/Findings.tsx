import { type DoctorFinding, getFindings } from '@palatine/contract';
import type { JSX } from 'preact';
import { useEvery } from '../data/use-every.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Status, type Tone } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Card } from '../kit/Layout.tsx';
import { client } from '../session/session.ts';
import { language, texts } from '../texts/texts.ts';
import './health.css';

/** While the checks run, they are asked for after so many ms. */
const RUNNING_MS = 1000;

const TONES = { Ok: 'ok', Warn: 'warn', Fail: 'danger' } as const satisfies Record<
  DoctorFinding['Level'],
  Tone
>;

/** What `palatine doctor` finds, in its words; the worst first. */
export function Findings(): JSX.Element {
  const text = texts.value.health;
  const findings = useResource((signal) => client().call(getFindings, { signal }));
  const running = findings.value.value?.Running === true;
  useEvery(RUNNING_MS, [findings], running);
  const checkedAt = findings.value.value?.CheckedAt;
  return (
    <Card
      title={text.doctor}
      note={running ? text.checking : checkedAt === undefined ? text.doctorNote : <Time at={checkedAt} />}
    >
      <Faces
        of={findings}
        empty={running ? text.checking : text.notChecked}
        isEmpty={({ Findings: all }) => all.length === 0}
      >
        {({ Findings: all }) => (
          <ul class="findings" lang="en">
            {worstFirst(all).map(({ Check, Level, What, Do }) => (
              <li key={`${Check} ${What}`}>
                <span lang={language.value}>
                  <Status tone={TONES[Level]}>{levelText(Level)}</Status>
                </span>
                <span class="quiet">{Check}</span>
                <span>
                  {What}
                  {Do !== undefined && <span class="faint finding-remedy">{Do}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Faces>
    </Card>
  );
}

function levelText(level: DoctorFinding['Level']): string {
  const { ok, warn, fail } = texts.value.health;
  return { Ok: ok, Warn: warn, Fail: fail }[level];
}

function worstFirst(findings: readonly DoctorFinding[]): DoctorFinding[] {
  const rank = { Fail: 0, Warn: 1, Ok: 2 } as const;
  return [...findings].sort((one, other) => rank[one.Level] - rank[other.Level]);
}
