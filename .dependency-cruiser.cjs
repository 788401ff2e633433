const tests = String.raw`\.(test|slow\.test)\.tsx?$`;

/** The layers of the API, lowest first: each may use those before it. The files directly in src assemble. */
const apiLayers = ['lib', 'db', 'adapters', 'platform', 'features', 'workflows'];

function layerRules() {
  return apiLayers.map((layer, index) => ({
    name: `api-${layer}-uses-lower-layers-only`,
    severity: 'error',
    comment: `Direction: ${apiLayers.join(' <- ')} <- the files in src`,
    from: { path: `^apps/api/src/${layer}/`, pathNot: tests },
    to: { path: [`^apps/api/src/(${apiLayers.slice(index + 1).join('|') || '-'})/`, '^apps/api/src/[^/]+$'] },
  }));
}

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules(),
    forbid(
      'no-cycles',
      'A cycle has no order in which it can be understood. A route that loads its screen later makes none.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    forbid('no-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'no-cross-feature-api',
      'A feature uses another one only through its public file; tools/checks/features.js checks the graph.',
      { path: '^apps/api/src/features/([^/]+)/', pathNot: tests },
      { path: '^apps/api/src/features/', pathNot: ['^apps/api/src/features/$1/', String.raw`\.public\.ts$`] },
    ),
    forbid(
      'no-cross-feature-web',
      'Features do not know one another; pages in app compose them.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'web-shared-uses-lower-layers-only',
      'Direction: contract <- shared, ui <- features <- app',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'web-features-do-not-use-app',
      'Direction: contract <- shared, ui <- features <- app',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    forbid(
      'web-never-imports-api',
      'They meet in the contract.',
      { path: '^apps/web/' },
      { path: '^apps/api/' },
    ),
    forbid(
      'api-never-imports-web',
      'They meet in the contract.',
      { path: '^apps/api/' },
      { path: '^(apps/web|packages/ui)' },
    ),
    forbid('packages-never-import-apps', 'Apps use packages.', { path: '^packages/' }, { path: '^apps/' }),
    forbid(
      'contract-is-schemas-only',
      'The contract depends on the schema library, and on the domain for rules that a schema checks.',
      { path: '^packages/contract/', pathNot: tests },
      { pathNot: ['^packages/(contract|domain)/', 'node_modules/zod/'] },
    ),
    forbid(
      'domain-is-pure',
      'Rules without I/O, clock or framework.',
      { path: '^packages/domain/', pathNot: tests },
      { pathNot: '^packages/domain/' },
    ),
    forbid(
      'ui-lite-stays-light',
      'The public pages load without the design system on MUI.',
      { path: '^packages/ui-lite/', pathNot: tests },
      { path: ['^packages/ui/', '^packages/(contract|domain)/', 'node_modules/@(mui|emotion)/'] },
    ),
    forbid(
      'ui-knows-no-domain',
      'The design system draws; it does not know what.',
      { path: '^packages/ui/', pathNot: tests },
      { path: '^packages/(contract|domain)/' },
    ),
    forbid(
      'testing-is-for-tests',
      'Factories and fakes do not ship.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: [tests, '^packages/testing/'] },
      { path: '^packages/testing/' },
    ),
    forbid('nothing-imports-tests', 'A test is nobody’s library.', {}, { path: tests }),
    forbid(
      'ships-without-dev-dependencies',
      'What runs in production must be a dependency.',
      { path: '^(apps/api|packages/(contract|domain))/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'declared-dependencies-only',
      'A package that is not in package.json is there by chance.',
      { path: '^(apps|packages)/', pathNot: tests },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^apps/[^/]+/dist/', '^data/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
    },
  },
};
