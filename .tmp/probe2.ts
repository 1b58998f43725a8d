import { z } from "zod";
import { OPERATIONS } from "../src/features/operations.ts";
console.log(OPERATIONS.map(o=>`${o.name} ${o.http.method} ${o.http.path} ${o.http.status} ${o.effect} ${o.query===null?"":"q"} ${o.body===null?"":"b"}`).join("\n"));
const q=OPERATIONS.find(o=>o.name==="feeds.products")!.query!;
console.log(JSON.stringify(z.toJSONSchema(q,{io:"output",unrepresentable:"any"})));
const T: z.ZodType = z.object({k:z.array(z.lazy(()=>T))});
console.log(JSON.stringify(z.toJSONSchema(z.object({root:z.object({a:T}).meta({id:"Foo"}), id: z.string().transform(x=>1)}),{io:"output",unrepresentable:"any",override:({jsonSchema,path})=>{console.log(path, jsonSchema.type)}})));
