// The service as Go's net/http and encoding/json have it: the same checks, and neither metrics nor
// ids. The one argument is the port.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
)

const (
	maxPile      = 1<<53 - 1
	maxPiles     = 10_000
	maxPositions = 10_000
	maxBody      = 1 << 20
)

var errInvalid = errors.New("the request is not valid")

// A position's piles are pointers so that null is seen.
type position struct {
	Piles  []*int64 `json:"piles"`
	Misere bool     `json:"misere"`
}

type batch struct {
	Positions []position `json:"positions"`
}

type move struct {
	Pile   int   `json:"pile"`
	Remove int64 `json:"remove"`
	Leaves int64 `json:"leaves"`
}

type solution struct {
	NimSum        int64  `json:"nim_sum"`
	PositionClass string `json:"position_class"`
	ToMoveWins    bool   `json:"to_move_wins"`
	WinningMoves  []move `json:"winning_moves"`
	BestMove      *move  `json:"best_move"`
}

type results struct {
	Results []solution `json:"results"`
}

type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

func (p position) check() error {
	if p.Piles == nil || len(p.Piles) > maxPiles {
		return errInvalid
	}
	for _, pile := range p.Piles {
		if pile == nil || *pile < 0 || *pile > maxPile {
			return errInvalid
		}
	}
	return nil
}

// winning returns the class and the winning moves of a position.
func (p position) winning() (bool, []move) {
	moves := []move{}
	var total int64
	ones, large := 0, 0
	for _, pile := range p.Piles {
		total ^= *pile
		if *pile == 1 {
			ones++
		} else if *pile > 1 {
			large++
		}
	}
	if !p.Misere || large > 1 {
		for i, pile := range p.Piles {
			if leaves := *pile ^ total; leaves < *pile {
				moves = append(moves, move{i, *pile - leaves, leaves})
			}
		}
		return total != 0, moves
	}
	if large == 0 && ones%2 == 1 {
		return false, moves
	}
	for i, pile := range p.Piles {
		if large == 1 && *pile > 1 {
			leaves := int64(1 - ones%2)
			moves = append(moves, move{i, *pile - leaves, leaves})
		} else if large == 0 && *pile == 1 {
			moves = append(moves, move{i, 1, 0})
		}
	}
	return true, moves
}

func (p position) solve() solution {
	wins, moves := p.winning()
	found := solution{PositionClass: "P", ToMoveWins: wins, WinningMoves: moves}
	if wins {
		found.PositionClass = "N"
	}
	largest := -1
	for i, pile := range p.Piles {
		found.NimSum ^= *pile
		if *pile > 0 && (largest < 0 || *pile > *p.Piles[largest]) {
			largest = i
		}
	}
	for i := range moves {
		if found.BestMove == nil || moves[i].Remove > found.BestMove.Remove {
			found.BestMove = &moves[i]
		}
	}
	if found.BestMove == nil && largest >= 0 {
		found.BestMove = &move{largest, 1, *p.Piles[largest] - 1}
	}
	return found
}

// read decodes a body, of which nothing may be unknown or left over.
func read(w http.ResponseWriter, r *http.Request, value any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errInvalid
	}
	return nil
}

func solveOne(w http.ResponseWriter, r *http.Request) (any, error) {
	var p position
	if err := read(w, r, &p); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p.solve(), nil
}

func solveBatch(w http.ResponseWriter, r *http.Request) (any, error) {
	var b batch
	if err := read(w, r, &b); err != nil {
		return nil, err
	}
	if b.Positions == nil || len(b.Positions) > maxPositions {
		return nil, errInvalid
	}
	found := results{make([]solution, len(b.Positions))}
	for i, p := range b.Positions {
		if err := p.check(); err != nil {
			return nil, err
		}
		found.Results[i] = p.solve()
	}
	return found, nil
}

func handle(solve func(http.ResponseWriter, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status, mediaType := http.StatusOK, "application/json"
		found, err := solve(w, r)
		if err != nil {
			status, mediaType = http.StatusUnprocessableEntity, "application/problem+json"
			found = problem{"about:blank", "Invalid request", status, err.Error()}
		}
		body, err := json.Marshal(found)
		if err != nil {
			log.Panic(err)
		}
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		if _, err := w.Write(body); err != nil {
			log.Print(err)
		}
	}
}

func main() {
	http.HandleFunc("/move", handle(solveOne))
	http.HandleFunc("/moves", handle(solveBatch))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
