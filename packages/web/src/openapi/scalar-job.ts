import { job } from '@palatine/platform/job';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/** The script of Scalar's reference page, which its Fastify plugin of 4 MB serves: on an app that never listens. */
job<undefined, Uint8Array>(async () => {
  const app = fastify();
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload, statusCode } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin answers ${statusCode} for its script`);
  return new Uint8Array(rawPayload);
});
