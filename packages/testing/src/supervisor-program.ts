import { controlOn } from '@palatine/stand-in/send-command';

// The Stop, Start and Status program of a stand-in below a supervisor: node supervisor-program.ts <control port> <what>

const [port, what] = process.argv.slice(2);
const control = controlOn(Number(port));
switch (what) {
  case 'stop':
    await control('stop', { graceMs: 20_000 });
    break;
  case 'start':
    await control('start');
    break;
  case 'status':
    process.exitCode = (await control('supervision')).pid === null ? 3 : 0;
}
