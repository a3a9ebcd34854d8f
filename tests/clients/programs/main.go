// Calls every operation of the API with the Go client that openapi-generator generates. Prints one
// JSON object: what each call returned, by the call's name. Argument: the service's URL.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"

	nim "example.org/nim"
)

const large = 1<<53 - 1

var answers = map[string]any{}

// keep keeps an answer; the call must have succeeded.
func keep[T any](name string) func(T, *http.Response, error) {
	return func(answer T, _ *http.Response, err error) {
		if err != nil {
			panic(name + ": " + err.Error())
		}
		answers[name] = answer
	}
}

func main() {
	configuration := nim.NewConfiguration()
	configuration.Servers = nim.ServerConfigurations{{URL: os.Args[1]}}
	client, ctx := nim.NewAPIClient(configuration), context.Background()
	positions, games, nimbers := client.PositionsAPI, client.OtherGamesAPI, client.NimbersAPI

	misere := *nim.NewPosition([]int64{large, 1 << 33, 1})
	misere.SetMisere(true)
	small := *nim.NewPosition([]int64{5, 1})
	small.SetMisere(true)
	batch := *nim.NewBatch([]nim.Position{*nim.NewPosition([]int64{1, 2, 3}), small})
	moves := []nim.PlayedMove{*nim.NewPlayedMove(1, 3), *nim.NewPlayedMove(0, 2)}
	graph := *nim.NewGraph(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {}})
	graph.SetSum([]string{"a", "b"})
	why, set := []int64{41, 163, 13}, []int32{1, 3, 4}
	moore := *nim.NewVariantPosition("moore", []int64{1, 2, 3})
	moore.SetMaxPiles(2)
	kayles := *nim.NewBreakingPosition("0.77", []int32{12, 7})

	keep[*nim.Solution]("solvePosition")(positions.SolvePosition(ctx).Position(*nim.NewPosition([]int64{3, 4, 5})).Execute())
	keep[*nim.Solution]("large")(positions.SolvePosition(ctx).Position(misere).Execute())
	keep[*nim.Solution]("solvePositionByLink")(positions.SolvePositionByLink(ctx).Piles([]int64{3, 4, 5}).Execute())
	keep[*nim.Solution]("ruled")(positions.SolvePositionByLink(ctx).Piles([]int64{9, 4}).SubtractionSet(set).Execute())
	keep[*nim.Solutions]("solvePositions")(positions.SolvePositions(ctx).Batch(batch).Execute())
	keep[*nim.Explanation]("explainPosition")(positions.ExplainPosition(ctx).PositionToExplain(*nim.NewPositionToExplain(why)).Execute())
	keep[*nim.Explanation]("explainPositionByLink")(positions.ExplainPositionByLink(ctx).Piles(why).Execute())
	keep[*nim.Review]("reviewGame")(positions.ReviewGame(ctx).Game(*nim.NewGame([]int64{2, 3}, moves)).Execute())
	keep[*nim.PositionTable]("listPositions")(positions.ListPositions(ctx).Piles([]int64{1, 3, 5}).Execute())
	keep[*nim.GameGraph]("getGameGraph")(positions.GetGameGraph(ctx).Piles([]int64{1, 2}).Execute())
	keep[*nim.VariantSolution]("solveVariant")(games.SolveVariant(ctx).VariantPosition(moore).Execute())
	keep[*nim.VariantSolution]("solveVariantByLink")(games.SolveVariantByLink(ctx).Game("moore").Piles([]int64{2, 2, 2}).MaxPiles(2).Execute())
	keep[*nim.SolvedGraph]("solveGraph")(games.SolveGraph(ctx).Graph(graph).Execute())
	keep[*nim.BreakingSolution]("solveTakeAndBreak")(games.SolveTakeAndBreak(ctx).BreakingPosition(kayles).Execute())
	keep[*nim.ValueSequence]("listGrundyValues")(games.ListGrundyValues(ctx).Code("0.77").Size(13).Execute())
	keep[*nim.Calculation]("addNimbers")(nimbers.AddNimbers(ctx).Of([]int64{3, 4, 5}).Execute())
	keep[*nim.Calculation]("large-sum")(nimbers.AddNimbers(ctx).Of([]int64{1<<32 - 1, 1}).Execute())
	keep[*nim.Calculation]("multiplyNimbers")(nimbers.MultiplyNimbers(ctx).Of([]int64{5, 8}).Execute())
	keep[*nim.Table]("tabulateNimbers")(nimbers.TabulateNimbers(ctx).Operation("product").Size(4).Execute())

	_, _, err := positions.SolvePosition(ctx).Position(*nim.NewPosition([]int64{3, -4})).Execute()
	var failure *nim.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the call succeeded")
	}
	problems := map[string]nim.Problem{"invalid-body": failure.Model().(nim.Problem)}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"answers": answers, "problems": problems})
}
