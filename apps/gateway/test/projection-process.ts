import { FLEET_CLOCK } from '@palatine/testing/fleet-streams';
import { natsClient } from '@palatine/testing/nats-server';
import { Projection } from '../src/projection/projection.ts';

// Reads the streams of a fleet into a file until it is killed.
const [nats = '', file = ''] = process.argv.slice(2);
const log = { info() {}, warn() {}, error() {} };
const connection = await natsClient(JSON.parse(nats));
new Projection({ file, connection, log, clock: FLEET_CLOCK });
process.stdout.write('ready\n');
