import type { RunningService } from '@palatine/server/service/serve.ts';

/** Prints where a service listens, as the program does, and stops it at SIGTERM. */
export function reportServing(service: RunningService): void {
  process.on('SIGTERM', () => {
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.stdout.write(`at ${service.url}/v1/pdapi\n`);
}
