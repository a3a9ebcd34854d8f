// What the scripts of the pages may use: the syntax and the built-ins of the browsers that docs/play.md
// names as the oldest ones supported.

import compat from "eslint-plugin-compat";
import esx from "eslint-plugin-es-x";

// All that came with ES2023 or later, by the names that the plugin gives its rules.
const LATER = ["flat/no-new-in-es2023", "flat/no-new-in-es2024", "flat/no-new-in-es2025", "flat/no-new-in-esnext"];

// Methods that arrays had long before iterators: by its name alone, a call is one of an array.
const OF_ARRAYS = /^es-x\/no-iterator-prototype-/;

const later = Object.assign({}, ...LATER.map((name) => esx.configs[name].rules));

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    plugins: { compat, "es-x": esx },
    settings: {
      browsers: ["safari 15.4", "chrome 100", "firefox 100"],
      "es-x": { aggressive: true }, // so that the methods of arrays are known by their names
    },
    rules: {
      ...Object.fromEntries(Object.entries(later).filter(([rule]) => !OF_ARRAYS.test(rule))),
      "compat/compat": "error",
      // The plugin does not know the functions of a built-in itself.
      "no-restricted-properties": [
        "error",
        { object: "AbortSignal", property: "any" },
        { object: "AbortSignal", property: "timeout" },
      ],
      // New in ES2022, but not in all of these browsers.
      "es-x/no-class-static-block": "error",
      "es-x/no-regexp-d-flag": "error",
      "es-x/no-regexp-lookbehind-assertions": "error",
    },
  },
];
