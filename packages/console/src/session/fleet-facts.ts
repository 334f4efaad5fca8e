import type { Client } from '@palatine/client';
import { CATALOGUE_LANGUAGES, getFleetSession, type Session } from '@palatine/contract';

/** What a gateway says of a token, in the form of a session. There is no world in it, so nothing that asks for one is shown. */
export async function fleetFacts(client: Client): Promise<Session> {
  const { Name, Permissions, Version } = await client.call(getFleetSession, { retry: false });
  return {
    Token: { Name, Permissions, AnswerForm: 'Flat' },
    Service: { Version, StartedAt: '', Simulated: false, Faults: false, PlayerResolution: 'Known' },
    World: { Name: '', Kind: 'Import', ImportedAt: '' },
    Limits: { MaxBodyBytes: Number.MAX_SAFE_INTEGER, RequestsPerSecond: 0 },
    Languages: [...CATALOGUE_LANGUAGES],
  };
}
