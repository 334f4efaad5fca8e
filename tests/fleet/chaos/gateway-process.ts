import { LeaveDesk } from '@palatine/server/gateway/leave-desk.ts';
import { startGateway } from '@palatine/server/gateway/start-gateway.ts';
import pino from 'pino';

// A gateway with short deadlines: node gateway-process.ts <folder> <port> <broker>... With --no-leave it gives leave to
// everything and forgets that it did: a mutant that the chaos test has to catch.

const mutant = process.argv.includes('--no-leave');
const [folder = '', port, ...servers] = process.argv.slice(2).filter((arg) => arg !== '--no-leave');
if (mutant) LeaveDesk.prototype.grant = () => Promise.resolve({ beginWithinMs: 60_000 });

const { url, newAdminToken } = await startGateway({
  folder,
  port: Number(port),
  broker: { servers },
  log: pino({ level: process.env.PALATINE_LOG ?? 'silent' }),
  deadlineMs: 1500,
  endMs: 1500,
});
process.stdout.write(`ready ${url} ${newAdminToken ?? ''}\n`);
