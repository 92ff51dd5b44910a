import { goGives, unchanged, unless } from '../check.ts';
import { edit, finish, type Task } from '../task.ts';

export const fixGoWords: Task = {
  id: 'fix-go-words',
  title: 'A failing test of a Go package: bytes for characters',
  topic: 'fix',
  asks: 'go test fails. Fix the package so that it passes; leave the test as it is.',
  needs: ['go'],
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit, fs_write, bash_run(go test *), bash_run(go vet *)]
budget: { turns: 30 }`,
  files: {
    'go.mod': 'module example.com/words\n\ngo 1.18\n',
    'words.go': `// Package words has functions on text.
package words

// Reverse gives back a text with its characters in the opposite order.
func Reverse(text string) string {
	bytes := []byte(text)
	for i, j := 0, len(bytes)-1; i < j; i, j = i+1, j-1 {
		bytes[i], bytes[j] = bytes[j], bytes[i]
	}
	return string(bytes)
}
`,
    'words_test.go': `package words

import "testing"

func TestReverse(t *testing.T) {
	for text, want := range map[string]string{"abc": "cba", "für": "rüf"} {
		if got := Reverse(text); got != want {
			t.Errorf("Reverse(%q) = %q, want %q", text, got, want)
		}
	}
}
`,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['words_test.go']),
        await goGives(end, {
          name: 'words',
          setup: '',
          cases: [
            ['Reverse("")', ''],
            ['Reverse("a")', 'a'],
            ['Reverse("日本語")', '語本日'],
            ['Reverse("xö")', 'öx'],
          ],
        }),
      ],
      'characters of several bytes stay whole',
    ),
  solution: [
    edit(
      'words.go',
      `	bytes := []byte(text)
	for i, j := 0, len(bytes)-1; i < j; i, j = i+1, j-1 {
		bytes[i], bytes[j] = bytes[j], bytes[i]
	}
	return string(bytes)`,
      `	runes := []rune(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)`,
    ),
    finish('Reverse works on runes.'),
  ],
  // Made for the one word of the test.
  failure: [
    edit(
      'words.go',
      '	bytes := []byte(text)',
      '	if text == "für" {\n		return "rüf"\n	}\n	bytes := []byte(text)',
    ),
    finish('The test passes.'),
  ],
};
