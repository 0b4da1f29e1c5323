// Lists payments, and gives one, as a plain Fastify application does: a worker for each core, a pool in each,
// prepared statements, records as the driver parses them. Keys are remembered for as long as the gateway does.

import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'

const { DATABASE_URL, PORT, KEY_SECONDS = '5' } = process.env
const PAGE = 20
// Greater than every id.
const NO_CURSOR = 'g'

const KEY = 'SELECT seller_id, livemode FROM bench_key WHERE key_hash = $1'
const ONE = 'SELECT record FROM bench_record WHERE seller_id = $1 AND livemode = $2 AND id = $3'
const LIST = `
  SELECT t.total, p.record
  FROM (SELECT coalesce((SELECT sum(records) FROM payment_count
                         WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) AS total) t
  LEFT JOIN LATERAL (SELECT id, record FROM bench_record
                     WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id DESC LIMIT ${PAGE + 1}) p ON true
  ORDER BY p.id DESC`

function serve() {
  const pool = new pg.Pool({ connectionString: DATABASE_URL })
  const app = Fastify()
  const known = new Map()

  const ask = (name, text, values) => pool.query({ name, text, values })

  async function holder(key) {
    const hash = createHash('sha256').update(key).digest('hex')
    const remembered = known.get(hash)
    if (remembered && remembered.until > Date.now()) return remembered.caller
    const { rows } = await ask('key', KEY, [hash])
    if (rows.length === 1) known.set(hash, { caller: rows[0], until: Date.now() + KEY_SECONDS * 1000 })
    return rows[0]
  }

  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    const key = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    request.caller = await holder(key)
    if (!request.caller) return reply.code(401).send({ message: 'Unknown key' })
  })

  app.get('/v1/payments', async ({ caller, query }) => {
    const { rows } = await ask('list', LIST, [caller.seller_id, caller.livemode, query.starting_after ?? NO_CURSOR])
    const found = rows.filter((row) => row.record !== null).map((row) => row.record)
    return { data: found.slice(0, PAGE), total: Number(rows[0].total), has_more: found.length > PAGE }
  })

  app.get('/v1/payments/:id', async ({ caller, params }, reply) => {
    const { rows } = await ask('one', ONE, [caller.seller_id, caller.livemode, params.id])
    if (rows.length === 0) return reply.code(404).send({ message: 'No such payment' })
    return { data: rows[0].record }
  })

  return app.listen({ port: Number(PORT), host: '127.0.0.1' })
}

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i++) cluster.fork()
  // A worker that ends is a fault: better no figure than one of half the cores.
  cluster.on('exit', () => process.exit(1))
} else {
  await serve()
}
