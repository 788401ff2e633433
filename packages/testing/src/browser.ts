import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Launch options for Playwright's `chromium.launch`. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const run = promisify(execFile);
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const cache = path.resolve(import.meta.dirname, '../../../.cache');

/** The package expects font settings in /tmp/fonts; pages crash without a font. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds Chromium: CHROMIUM_PATH, otherwise the one in PATH, otherwise the one in the npm package, which is unpacked
 * once into the cache folder with the libraries and fonts that a minimal system lacks.
 * @throws if CHROMIUM_PATH is not a program, or no Chromium is available for this platform
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  const given = process.env['CHROMIUM_PATH'];
  const installed = given ?? (await findInPath());
  if (installed) {
    await access(installed, constants.X_OK);
    return { executablePath: installed, args, env: createEnvironment({}) };
  }
  const folder = await unpackFromNpm();
  return {
    executablePath: path.join(folder, 'chromium'),
    args,
    env: createEnvironment({
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    }),
  };
}

async function findInPath(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const candidates = systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const candidate of candidates) {
    const isProgram = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return candidate;
  }
  return undefined;
}

/** The package unpacks to TMPDIR and reads the environment, so it runs in a separate process. */
async function unpackFromNpm(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const folder = path.join(cache, `chromium-${process.arch}`);
  if (existsSync(path.join(folder, 'chromium'))) return folder;
  const unfinished = `${folder}.${randomBytes(6).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  const program = `
    const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    await chromium.executablePath();`;
  try {
    await run(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    });
    await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), fontSettings);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'chromium'))) throw error;
  }
  return folder;
}

function createEnvironment(extra: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(own), ...extra };
}
