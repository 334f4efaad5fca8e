import { controlOn } from '../game-server/control/send-command.ts';

// The status command of a stand-in below a supervisor, whose control port it is given: exits with 0 while the server
// runs, with 3 while it is down.

const { pid } = await controlOn(Number(process.argv[2]))('supervision');
process.exitCode = pid === null ? 3 : 0;
