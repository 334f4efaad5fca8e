import fastify from 'fastify';

/**
 * The script of Scalar's reference page, as Scalar's Fastify plugin serves it. The plugin weighs 4 MB and 200 ms and
 * has to be registered before an app listens, so it is loaded on the first view of the page, on an app of its own that
 * never listens.
 */
export async function loadScalarBundle(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload, statusCode } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin answers ${statusCode} for its script`);
  return new Uint8Array(rawPayload);
}
