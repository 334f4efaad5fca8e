import pino from 'pino';
import { startGateway } from '../../src/start-gateway.ts';

// A gateway with short deadlines: node gateway-process.ts <folder> <port> <broker>... With --no-cancel it asks no world how
// a write ended that was not answered: a mutant that the chaos test has to catch.

const noCancel = process.argv.includes('--no-cancel');
const [folder = '', port, ...servers] = process.argv.slice(2).filter((arg) => arg !== '--no-cancel');

const { url, newAdminToken } = await startGateway({
  folder,
  port: Number(port),
  broker: { servers },
  log: pino({ level: process.env.PALATINE_LOG ?? 'silent' }),
  deadlineMs: 1000,
  noCancel,
});
process.stdout.write(`ready ${url} ${newAdminToken ?? ''}\n`);
