import { fastify } from "fastify";

/** Forked: one route of Fastify with nothing around it, which answers the text it is given as its argument; tells its address. */
const body = process.argv[2] ?? "{}";
const app = fastify();
app.get("/v1/feeds", (_request, reply) => reply.header("content-type", "application/json; charset=utf-8").send(body));
process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
process.on("disconnect", () => void app.close());
