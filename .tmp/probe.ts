import { z } from "zod";
import { OPERATIONS } from "../src/features/operations.ts";
for (const o of OPERATIONS.filter(o=>["feeds.products","extracts.create","runs.get"].includes(o.name))) {
  for (const [k,io] of [["path","input"],["query","input"],["body","input"],["output","output"],["output","input"]] as const) {
    const s=o[k]; if(!s) continue; console.log(o.name,k,io,JSON.stringify(z.toJSONSchema(s,{io,target:"draft-2020-12"}),null,1).slice(0,2600));
  }
}
