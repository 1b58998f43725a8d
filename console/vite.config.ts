import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { messageSections } from "./message-sections.ts";

/** Below this a compressed copy saves nothing worth a file. */
const COMPRESSED_BYTES_MIN = 1_024;
/** Fonts are compressed already. */
const COMPRESSED = /\.(?:css|html|js|svg)$/;
/** Of 11. Quality 9 takes eight times as long, and saves half a percent. */
const BROTLI_QUALITY = 6;

export default defineConfig(() => {
  // The bundler takes over what it inherits, and a service in a test inherits something else.
  process.env["NODE_ENV"] = "production";
  return {
    base: "/console/",
    plugins: [
      messageSections(import.meta.dirname),
      react(),
      { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
      layerOrder(),
      compressedCopies(),
    ],
    css: { transformer: "lightningcss" },
    build: {
      target: "es2024",
      // The policy permits no `data:` font or picture.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // For the test of the first load; it isn't served.
      manifest: true,
      reportCompressedSize: false,
    },
  };
});

/** Chunks come in any order, and the first rule of a layer places it: so each of them says the order first. */
function layerOrder(): Plugin {
  return {
    name: "feedwright-layer-order",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = `@layer tokens,base,ui,page;${file.source.toString()}`;
    },
  };
}

/** Writes `.br` and `.gz` next to each text, so that nothing is compressed while it is served. */
function compressedCopies(): Plugin {
  return {
    name: "feedwright-compressed-copies",
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(files.filter((file) => COMPRESSED.test(file)).map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESSED_BYTES_MIN) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
