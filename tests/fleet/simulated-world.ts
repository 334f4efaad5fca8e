import type { NatsConnection } from '@nats-io/transport-node';
import {
  type EndedReply,
  endedReply,
  forwardedRequest,
  heartbeat,
  leaveReply,
  leaveRequest,
  SUBJECTS,
} from '@palatine/fleet';
import { aHeartbeat } from '@palatine/server/testing/fleet-messages.ts';

export interface WorldBehaviour {
  /** Does a write, or fails to. `askLeave` resolves with the answer of the gateway: `go`, or why not. */
  onWrite?(write: { askLeave(): Promise<string> }): Promise<void>;
  /** What it knows of a write; it does not answer without this. */
  onEnded?(): { state: EndedReply['state']; status?: number; body?: string };
}

const INSTANCE = 'simulated';

/** A world that behaves as a test wants, on a real broker: what a real one does only when it dies at the right moment. */
export async function simulatedWorld(
  connection: NatsConnection,
  world: string,
  { onWrite, onEnded }: WorldBehaviour,
): Promise<void> {
  const inbox = `_INBOX_${world}.leave`;
  const answers = new Map<string, (answer: string) => void>();
  connection.subscribe(`${inbox}.*`, {
    callback: (_error, { subject, data }) => {
      const { go, denial } = leaveReply.unpack(new TextDecoder().decode(data));
      answers.get(subject)?.(go ? 'go' : (denial ?? 'Unknown'));
    },
  });
  connection.subscribe(SUBJECTS.write(world), {
    callback: (_error, { data }) => {
      const { id, gateway } = forwardedRequest.unpackWith(data).head;
      const reply = `${inbox}.${id}`;
      const askLeave = () =>
        new Promise<string>((resolve) => {
          answers.set(reply, resolve);
          const text = leaveRequest.pack({ id, world, instance: INSTANCE });
          connection.publish(SUBJECTS.leave(gateway), text, { reply });
        });
      void onWrite?.({ askLeave });
    },
  });
  connection.subscribe(SUBJECTS.ended(world), {
    callback: (_error, message) => {
      if (onEnded === undefined) return;
      const { body = '', ...head } = onEnded();
      message.respond(endedReply.packWith(head, Buffer.from(body)));
    },
  });
  const probes = SUBJECTS.probe(world, INSTANCE);
  connection.subscribe(probes, { callback: (_error, message) => void message.respond() });
  connection.publish(SUBJECTS.heartbeat(world), heartbeat.pack(aHeartbeat({ instance: INSTANCE })));
  await connection.flush();
}
