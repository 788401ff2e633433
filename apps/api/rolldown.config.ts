import { defineConfig } from 'rolldown';
import type { ConfinedProgram } from './src/adapters/confined-child.ts';

const programs: Readonly<Record<ConfinedProgram | 'no-network', string>> = {
  'no-network': 'src/adapters/no-network.ts',
  'parser-process': 'src/adapters/mail/parser-process.ts',
  'verifier-process': 'src/adapters/mail/verifier-process.ts',
  'pages-process': 'src/adapters/pdf-pages/pages-process.ts',
  'stamp-process': 'src/adapters/pdf-stamp/stamp-process.ts',
  'text-process': 'src/adapters/document-text/text-process.ts',
  'workbook-process': 'src/adapters/spreadsheets/workbook-process.ts',
};

/** Their imports are bundled with them; lazily loaded modules stay in separate files. */
export default defineConfig({
  cwd: import.meta.dirname,
  platform: 'node',
  input: programs,
  // Sender logos (BIMI) are not needed; checking them would load an HTTP client and an XML parser.
  resolve: { alias: { './bimi': false, './bimi/validate-svg': false } },
  // A running server must still find its files.
  output: { dir: 'dist/confined', cleanDir: false },
});
