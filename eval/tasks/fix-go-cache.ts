import { goGives, unchanged, unless } from '../check.ts';
import { edit, finish, type Task } from '../task.ts';

export const fixGoCache: Task = {
  id: 'fix-go-cache',
  title: 'A failing test of a Go cache: the wrong entry is evicted',
  topic: 'fix',
  asks: 'go test fails. Fix cache.go; the comment on Cache says what it has to do. Do not touch the test.',
  needs: ['go'],
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(cache.go), fs_write(cache.go), bash_run(go test *), bash_run(go vet *)]
budget: { turns: 30 }`,
  files: {
    'go.mod': 'module example.com/cache\n\ngo 1.18\n',
    'cache.go': `package cache

// Cache keeps up to Size values. When it is full, Put evicts the key that was used (by Get or Put) the longest time ago.
type Cache struct {
	Size   int
	values map[string]int
	order  []string
}

// Get gives back the value of a key, and whether there is one.
func (c *Cache) Get(key string) (int, bool) {
	value, ok := c.values[key]
	return value, ok
}

// Put sets the value of a key.
func (c *Cache) Put(key string, value int) {
	if c.values == nil {
		c.values = map[string]int{}
	}
	if len(c.order) == c.Size {
		delete(c.values, c.order[0])
		c.order = c.order[1:]
	}
	c.values[key] = value
	c.order = append(c.order, key)
}
`,
    'cache_test.go': `package cache

import "testing"

func TestUsedKeysStay(t *testing.T) {
	c := Cache{Size: 2}
	c.Put("a", 1)
	c.Put("b", 2)
	c.Get("a")
	c.Put("c", 3)
	if _, ok := c.Get("a"); !ok {
		t.Error("a was evicted, and was used after b")
	}
}
`,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['cache_test.go']),
        await goGives(end, {
          name: 'cache',
          setup: `	c := Cache{Size: 2}
	get := func(key string) []any {
		value, ok := c.Get(key)
		return []any{value, ok}
	}
	has := func(key string) bool {
		_, ok := c.Get(key)
		return ok
	}
	put := func(key string, value int) bool {
		c.Put(key, value)
		return true
	}`,
          cases: [
            ['put("a", 1) && put("a", 2) && put("b", 3)', true],
            ['get("a")', [2, true]],
            ['put("c", 4) && has("b")', false],
            ['has("missing")', false],
            // A look-up of a missing key evicts no other.
            ['put("d", 5) && has("c")', true],
          ],
        }),
      ],
      'the key that was used the longest time ago is evicted, and a key counts once',
    ),
  solution: [
    edit(
      'cache.go',
      `	value, ok := c.values[key]
	return value, ok
}`,
      `	value, ok := c.values[key]
	if ok {
		c.use(key)
	}
	return value, ok
}

func (c *Cache) use(key string) {
	for i, other := range c.order {
		if other == key {
			c.order = append(c.order[:i:i], c.order[i+1:]...)
			break
		}
	}
	c.order = append(c.order, key)
}`,
    ),
    edit(
      'cache.go',
      `	if len(c.order) == c.Size {
		delete(c.values, c.order[0])
		c.order = c.order[1:]
	}
	c.values[key] = value
	c.order = append(c.order, key)`,
      `	if _, known := c.values[key]; !known && len(c.order) == c.Size {
		delete(c.values, c.order[0])
		c.order = c.order[1:]
	}
	c.values[key] = value
	c.use(key)`,
    ),
    finish('Get counts as a use, and a key is in the order once.'),
  ],
  // Get counts as a use, and a key that is set twice is still there twice.
  failure: [
    edit(
      'cache.go',
      `	value, ok := c.values[key]
	return value, ok`,
      `	value, ok := c.values[key]
	for i, other := range c.order {
		if other == key {
			c.order = append(append(c.order[:i:i], c.order[i+1:]...), key)
		}
	}
	return value, ok`,
    ),
    finish('Get counts as a use.'),
  ],
};
